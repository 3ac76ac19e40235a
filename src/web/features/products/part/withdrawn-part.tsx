import type { ProductPage } from '#contract/products/products.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { ProductGrid } from '../catalogue/product-grid.tsx'

/** A part that is no longer sold, with others of its kind. */
export function WithdrawnPart({
  name,
  partNumber,
  replacedBy,
  instead,
}: NonNullable<ProductPage['withdrawn']> & Pick<ProductPage, 'replacedBy'>) {
  return (
    <div className="wrap page">
      <title>{specifiedTexts.title(name)}</title>
      <meta name="robots" content="noindex, follow" />
      <EmptyState
        heading="h1"
        title={replacedBy ? `${name} has been replaced` : `${name} is no longer sold`}
        actions={
          <>
            {replacedBy && (
              <ButtonLink to={pathTo.part(replacedBy._id)} variant="primary">
                {replacedBy.name}
              </ButtonLink>
            )}
            <ButtonLink to={pathTo.catalogue} variant={replacedBy ? undefined : 'primary'}>
              {specifiedTexts.home.products}
            </ButtonLink>
            <ButtonLink to={pathTo.ask(partNumber ? `${name} (${partNumber})` : name)}>
              Ask for a part
            </ButtonLink>
          </>
        }
      >
        {sentenceOf(partNumber, replacedBy?.partNumber)}
      </EmptyState>
      {instead.length > 0 && (
        <section className="part-instead" aria-labelledby="part-instead">
          <h2 id="part-instead">Similar parts</h2>
          <ProductGrid products={instead} />
        </section>
      )}
    </div>
  )
}

function sentenceOf(partNumber: string | undefined, successor: string | undefined) {
  if (partNumber === undefined) return 'It was taken out of the catalogue.'
  return successor === undefined
    ? `Part no. ${partNumber} was taken out of the catalogue.`
    : `Part no. ${partNumber} has been replaced by ${successor}.`
}
