import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CarPage } from '#contract/products/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useLocation, useNavigate } from '#web/lib/router/router-view.tsx'
import { Breadcrumbs } from '#web/domain/breadcrumbs.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { breadcrumbs, graph } from '#web/domain/structured-data.ts'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { PageLinks } from '#web/ui/list/page-links.tsx'
import { productList } from '../catalogue/product-list-data.ts'
import { ProductGridSkeleton } from '../catalogue/product-grid.tsx'
import {
  type CarAddress,
  carAddressOf,
  pathOf,
  readCars,
  titlesOf,
  withPage,
} from './car-address.ts'
import { ChooseCar } from './choose-car.tsx'
import { CarLinks } from './car-links.tsx'
import { CarParts } from './car-parts.tsx'

/** Where a page of an old name has moved to. */
export const movedAddress = (asked: CarAddress, movedTo: string) => {
  const [make, model] = movedTo.split('/')
  return model === undefined
    ? pathOf({ make })
    : withPage(pathOf({ ...asked, make, model }), asked.page)
}

/** A page about a make, model, model year or kind of parts. */
export function CarPageView() {
  const { pathname, search } = useLocation()
  const searchParams = new URLSearchParams(search)
  const asked = carAddressOf({ pathname, searchParams })
  const { data, error, refetch } = useQuery({ ...readCars(asked ?? { page: 1 }), enabled: !!asked })
  const navigate = useNavigate()
  const moved = asked && data?.movedTo ? movedAddress(asked, data.movedTo) : undefined

  useEffect(() => {
    if (moved !== undefined) void navigate(moved, { replace: true })
  }, [moved, navigate])

  return (
    <div className="wrap page cars">
      {asked && data && moved === undefined ? (
        <CarPageContent asked={asked} page={data} hasEngine={searchParams.has('engine')} />
      ) : (
        <>
          <title>{specifiedTexts.title('Parts by car')}</title>
          {!asked || isProblem(error, 'not-found') ? (
            <UnknownCar />
          ) : error ? (
            <FailedState heading="h1" title="The parts could not be loaded" onRetry={refetch}>
              {sentenceFor(error)}
            </FailedState>
          ) : (
            <ProductGridSkeleton />
          )}
        </>
      )}
    </div>
  )
}

type CarPageContentProps = { asked: CarAddress; page: CarPage; hasEngine: boolean }

function CarPageContent({ asked, page, hasEngine }: CarPageContentProps) {
  const origin = useOrigin()
  const { heading, car, crumbs } = titlesOf(asked, page)
  const path = crumbs.at(-1)?.path ?? ''
  const { parts, hasMore, isTwin, isIndexed } = page
  const pages = asked.page + (hasMore ? 1 : 0)
  const isEmpty = parts.length === 0 && page.makes.length === 0
  return (
    <>
      <PageHead
        page={heading}
        // Alike pages of several years are found as that of the model.
        path={
          isTwin ? pathOf({ make: asked.make, model: asked.model }) : withPage(path, asked.page)
        }
        description={`${heading}: prices, stock and what to check before you order.`}
      />
      {(!isIndexed || hasEngine) && <meta name="robots" content="noindex, follow" />}
      <StructuredData
        data={
          import.meta.env.SSR
            ? graph(breadcrumbs(origin, ...crumbs), productList(origin, parts))
            : undefined
        }
      />
      <Breadcrumbs pages={crumbs} />
      <h1>{heading}</h1>
      {page.make && page.model && asked.year && (
        <ChooseCar make={page.make} model={page.model} year={Number(asked.year)} />
      )}
      <CarLinks asked={asked} page={page} />
      {parts.length > 0 && (
        <>
          <h2 className="visually-hidden">Parts and prices</h2>
          <CarParts parts={parts} car={car} />
        </>
      )}
      {isEmpty && (
        <EmptyState
          heading="h2"
          title={
            asked.page > 1 ? 'No more parts' : `No parts for ${car ? `the ${car}` : 'any car'} yet`
          }
          actions={
            <>
              <ButtonLink to={pathTo.ask(car && `parts for the ${car}`)} variant="primary">
                Ask for a part
              </ButtonLink>
              <ButtonLink to={pathTo.catalogue}>{specifiedTexts.home.products}</ButtonLink>
            </>
          }
        >
          Ask us, and we’ll look for them.
        </EmptyState>
      )}
      {pages > 1 && (
        <div className="pagination">
          <PageLinks page={asked.page} pages={pages} to={(number) => withPage(path, number)} />
        </div>
      )}
    </>
  )
}

const UnknownCar = () => (
  <EmptyState
    heading="h1"
    title="This car is not in the shop"
    actions={
      <>
        <ButtonLink to={pathOf({})} variant="primary">
          Parts by car
        </ButtonLink>
        <ButtonLink to={pathTo.catalogue}>{specifiedTexts.home.products}</ButtonLink>
      </>
    }
  >
    The make, model or year may be written differently, or the link may be wrong.
  </EmptyState>
)
