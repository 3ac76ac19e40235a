import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import './openapi-page.css'

/** Shown as text: the viewer would parse Markdown, and set it as HTML, which the policy reports. */
const PlainText = ({ source }: { source?: string }) => source

const isDark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches)
isDark.addEventListener('change', applyTheme)
applyTheme()

// Problems name their type by the place of their explanation, which is folded.
const problem = document.getElementById(location.hash.slice(1))
problem?.closest('details')?.setAttribute('open', '')
problem?.scrollIntoView()

SwaggerUI({
  dom_id: '#calls',
  url: '/api/openapi.json',
  // Else it may ask a validator of another origin.
  validatorUrl: null,
  deepLinking: true,
  // From 150 calls on the viewer draws only those in view, which no search of the browser finds.
  docExpansion: 'none',
  showExtensions: true,
  // The only one is that of problems.
  defaultModelsExpandDepth: -1,
  plugins: [
    {
      components: {
        // The page has said both.
        InfoContainer: () => null,
        ServersContainer: () => null,
        // Else a link inside a button.
        DeepLink: ({ text }) => text,
      },
      statePlugins: {
        spec: {
          wrapActions: {
            // Else the document is read as YAML, which takes 0.4 s.
            parseToJson:
              (_, { specActions }) =>
              (text) =>
                specActions.updateJsonSpec(JSON.parse(text)),
          },
        },
      },
      wrapComponents: { Markdown: () => PlainText },
    },
  ],
})
