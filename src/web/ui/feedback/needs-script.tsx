/** Says why a form does nothing in a browser that runs no scripts. */
export const FormNeedsScript = () => (
  <noscript>
    <p className="notice">This form needs JavaScript. Turn it on and reload the page.</p>
  </noscript>
)

/** In place of a page that exists only in the browser. */
export const PageNeedsScript = () => (
  <noscript>
    <div className="state">
      <h1>This page needs JavaScript</h1>
      <p>Turn it on in your browser and reload the page. Parts and prices are shown without it.</p>
    </div>
  </noscript>
)
