/** The shop's logo: a callout balloon with its leader line. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <path d="M25 25 34.5 34.5" stroke="currentColor" strokeWidth="2" />
      <circle cx="35" cy="35" r="3.6" fill="currentColor" />
      <circle cx="16" cy="16" r="15" fill="#ffb000" />
      <path
        d="M9.6 22.2 15 9.4h2l5.4 12.8M11.9 17.9h8.2"
        fill="none"
        stroke="#12171c"
        strokeWidth="2.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
