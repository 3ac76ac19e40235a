import { productKinds } from '#contract/shared/product-kinds.ts'
import type { CarPage } from '#contract/products/products.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { type CarAddress, pathOf } from './car-address.ts'
import { knownOf } from '#contract/shared/open-enum.ts'

type Step = { name: string; to: string; isShown?: boolean }

/** The makes, models, years or kinds that a page about cars leads to. */
export function CarLinks({ asked, page }: { asked: CarAddress; page: CarPage }) {
  const slugs = { make: page.make?.slug, model: page.model?.slug }
  const { year } = asked
  return (
    <>
      <Steps
        title="Makes"
        steps={page.makes.map(({ slug, name }) => ({ name, to: pathOf({ make: slug }) }))}
      />
      <Steps
        title="Models"
        steps={page.models.map(({ slug, name }) => ({
          name,
          to: pathOf({ ...slugs, model: slug }),
        }))}
      />
      <Steps
        title="Model years"
        steps={page.years.map((one) => ({
          name: String(one),
          to: pathOf({ ...slugs, year: String(one) }),
        }))}
      />
      <Steps
        title="Kinds of parts"
        steps={knownOf(productKinds, page.kinds).map((kind) => ({
          name: productKinds[kind],
          to: pathOf({ ...slugs, year, kind }),
          isShown: kind === asked.kind,
        }))}
      />
    </>
  )
}

function Steps({ title, steps }: { title: string; steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <nav className="car-links" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {steps.map(({ name, to, isShown }) => (
          <li key={to}>
            <ButtonLink to={to} size="small" aria-current={isShown ? 'page' : undefined}>
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
