/** Drawing for an empty list and a missing picture. */
export function EmptyCrate() {
  return (
    <svg
      className="state__picture"
      viewBox="0 0 132 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray="5 5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M22 38 66 18l44 20v38L66 92 22 76z" />
      <path d="m22 38 44 18 44-18M66 56v36" />
    </svg>
  )
}
