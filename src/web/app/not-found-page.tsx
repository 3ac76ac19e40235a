import { specifiedTexts } from '#web/content/specified-texts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

export function NotFoundPage() {
  return (
    <div className="wrap page">
      <title>Not found-Auto Parts</title>
      <EmptyState
        heading="h1"
        title={specifiedTexts.notFound.title}
        actions={
          <ButtonLink to={pathTo.home} variant="primary">
            {specifiedTexts.order.backToHome}
          </ButtonLink>
        }
      >
        {specifiedTexts.notFound.text}
      </EmptyState>
    </div>
  )
}
