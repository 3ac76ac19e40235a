/** A code sample; long lines wrap instead of scrolling. */
export function CodeSample({ children }: { children: string }) {
  return (
    <pre className="code-sample">
      <code>{children}</code>
    </pre>
  )
}
