/** A few lines of code; long ones wrap, so that nothing has to be scrolled sideways. */
export function CodeSample({ children }: { children: string }) {
  return (
    <pre className="code-sample">
      <code>{children}</code>
    </pre>
  )
}
