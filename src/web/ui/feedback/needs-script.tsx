/** Says why something does nothing in a browser that runs no scripts. */
export const NeedsScript = ({ what }: { what: string }) => (
  <noscript>
    <p className="notice">{what} needs JavaScript. Turn it on and reload the page.</p>
  </noscript>
)

export const FormNeedsScript = () => <NeedsScript what="This form" />

/** In place of a page that exists only in the browser. */
export const PageNeedsScript = () => (
  <noscript>
    <div className="state">
      <h1>This page needs JavaScript</h1>
      <p>Turn it on in your browser and reload the page. Parts and prices are shown without it.</p>
    </div>
  </noscript>
)
