import { ArrowRight } from 'lucide-react'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { ProductGrid, ProductGridSkeleton } from '#web/features/products/catalogue/product-grid.tsx'
import type { CardProduct } from '#web/features/products/catalogue/product-card.tsx'
import type { CardReview } from '#web/features/reviews/review-card.tsx'
import { ReviewCarousel } from '#web/features/reviews/review-carousel.tsx'
import type { Loadable } from '#web/lib/lists/loadable.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { graph, organization } from '#web/domain/structured-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/states.tsx'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { Achievements, Hero, Offer, Promises } from './home-sections.tsx'

// specification: 'Home shows at most 6 products'
const productsShown = 6

type HomeViewProps = {
  products: Loadable<readonly CardProduct[]>
  reviews: Loadable<readonly CardReview[]>
  /** Order page of the offered product, or a search for it. */
  offerHref: string
}

export function HomeView({ products, reviews, offerHref }: HomeViewProps) {
  const origin = useOrigin()
  return (
    <>
      <PageHead
        page="Home"
        path={pathTo.home}
        description="Modern car parts, wholesale and retail: door rubbers, taillight assemblies, quarter panels and engines, with clear stock and prices."
      />
      <StructuredData data={import.meta.env.SSR ? graph(organization(origin)) : undefined} />
      <Hero />
      <Offer href={offerHref} />
      <section className="section" id="products" aria-labelledby="products-title">
        <div className="wrap">
          <div className="section__head">
            <div>
              <h2 id="products-title">{specifiedTexts.home.products}</h2>
              <p>Prices are per unit, in dollars. Most parts are sold from ten units.</p>
            </div>
            <Link className="text-link" to={pathTo.catalogue}>
              All parts and prices
              <ArrowRight />
            </Link>
          </div>
          <Products products={products} />
        </div>
      </section>
      <Promises />
      <Achievements />
      <Reviews reviews={reviews} />
    </>
  )
}

function Products({ products }: Pick<HomeViewProps, 'products'>) {
  if (products.data?.length) return <ProductGrid products={products.data.slice(0, productsShown)} />
  if (products.error) {
    return (
      <FailedState title="The products could not be loaded" onRetry={() => products.refetch()}>
        {sentenceFor(products.error)}
      </FailedState>
    )
  }
  if (!products.data) return <ProductGridSkeleton cards={productsShown} />
  return (
    <EmptyState
      title="No products yet"
      actions={
        <ButtonLink to={pathTo.ask()} variant="primary">
          Ask for a part
        </ButtonLink>
      }
    >
      We’re stocking up. Tell us what you need and we’ll look for it.
    </EmptyState>
  )
}

function Reviews({ reviews }: Pick<HomeViewProps, 'reviews'>) {
  if (reviews.data?.length) {
    return <ReviewCarousel title={specifiedTexts.home.reviews} reviews={reviews.data} />
  }
  if (!reviews.error) return null
  return (
    <section className="section section--sunken">
      <div className="wrap">
        <FailedState title="The reviews could not be loaded" onRetry={() => reviews.refetch()}>
          {sentenceFor(reviews.error)}
        </FailedState>
      </div>
    </section>
  )
}
