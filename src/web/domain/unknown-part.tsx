import { specifiedTexts } from '#web/content/specified-texts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

export function UnknownPart() {
  return (
    <EmptyState
      heading="h1"
      title="This part is not in the shop"
      actions={
        <>
          <ButtonLink to={pathTo.catalogue} variant="primary">
            {specifiedTexts.home.products}
          </ButtonLink>
          <ButtonLink to={pathTo.home}>{specifiedTexts.order.backToHome}</ButtonLink>
        </>
      }
    >
      It may have been removed, or the link may be wrong.
    </EmptyState>
  )
}
