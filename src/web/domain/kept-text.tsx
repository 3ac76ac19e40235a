import { History } from 'lucide-react'
import type { KeptDraft } from '#web/lib/forms/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

type KeptTextProps = {
  draft: KeptDraft
  /** Labels of the fields, for those that were saved with another value meanwhile. */
  labels?: Readonly<Partial<Record<string, string>>>
}

/** Says that a form has the text typed before a reload or a sign-in, with a button that discards it. */
export function KeptText({
  draft: { isRestored, overtaken, discard },
  labels = {},
}: KeptTextProps) {
  if (!isRestored) return null
  return (
    <Notice tone="warn" icon={History}>
      <span className="cluster cluster--apart">
        <span>
          We kept what you typed. It is not saved yet.
          {overtaken.length > 0 && (
            <> Changed elsewhere since you began: {overtaken.map(changeOf(labels)).join(', ')}.</>
          )}
        </span>
        <Button size="small" onClick={discard}>
          Discard
        </Button>
      </span>
    </Notice>
  )
}

const changeOf =
  (labels: NonNullable<KeptTextProps['labels']>) =>
  ({ field, now }: KeptDraft['overtaken'][number]) =>
    `${labels[field] ?? field} is now ${now === '' ? 'empty' : `“${now}”`}`
