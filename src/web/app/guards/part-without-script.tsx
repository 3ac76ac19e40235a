import { queryOptions, useQuery } from '@tanstack/react-query'
import { products } from '#contract/products/products.ts'
import type { Product } from '#contract/products/products.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import { read } from '#web/lib/api/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PartFacts } from '#web/domain/part/part-facts.tsx'
import { UnknownPart } from '#web/domain/unknown-part.tsx'

/** The part of an order page for browsers that run no scripts; only the server renders it. */
export const PartWithoutScript = ({ id }: { id: string }) => (
  <noscript>
    <Part id={id} />
  </noscript>
)

/** Read by the server for these browsers only: others read the part with their token, once they are signed in. */
export function readPart(id: string) {
  const { queryKey, meta } = read(products.one, { params: { id } })
  return queryOptions<Product>({
    queryKey,
    ...(meta && { meta: { ...meta, isPrivatePage: true } }),
  })
}

function Part({ id }: { id: string }) {
  const { data: part } = useQuery(readPart(id))
  if (!part) return <UnknownPart />
  return (
    <div className="wrap page">
      <div className="columns">
        <Picture
          src={part.img}
          alt={part.name}
          fallback={partDrawing(part.name)}
          look="large"
          eager
        />
        <div className="stack stack--wide">
          <h1>{part.name}</h1>
          <div className="product-card__facts">
            <UnitPrice price={part.price} />
            <Stock quantity={part.quantity} />
          </div>
          <p className="pre-wrap">{part.description}</p>
          <PartFacts product={part} />
          <p className="notice">Ordering needs JavaScript. Turn it on and reload the page.</p>
          <ButtonLink to={pathTo.catalogue}>All parts and prices</ButtonLink>
        </div>
      </div>
    </div>
  )
}
