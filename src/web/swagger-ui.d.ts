declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ReactNode } from 'react'

  type WrapAction = (
    original: unknown,
    system: { specActions: { updateJsonSpec(document: unknown): unknown } },
  ) => (text: string) => unknown

  /** Renders an OpenAPI document; these are its options that the shop uses. */
  export default function SwaggerUI(options: {
    dom_id: string
    url: string
    validatorUrl: null
    deepLinking: boolean
    docExpansion: 'none' | 'list' | 'full'
    showExtensions: boolean
    defaultModelsExpandDepth: number
    plugins: {
      components: Record<string, (props: { text: ReactNode }) => ReactNode>
      statePlugins: { spec: { wrapActions: { parseToJson: WrapAction } } }
      wrapComponents: Record<string, () => (props: { source?: string }) => ReactNode>
    }[]
  }): void
}
