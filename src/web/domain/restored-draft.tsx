import { History } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

/** Notice that the form was restored from a draft, with a button that discards it. */
export const RestoredDraft = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice tone="warn" icon={History}>
    <span className="cluster cluster--apart">
      Unsaved changes restored
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </span>
  </Notice>
)
