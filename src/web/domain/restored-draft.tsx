import { History } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

/** Says that a form shows what was typed into it earlier, and offers to begin anew. */
export const KeptDraft = ({ onDiscard }: { onDiscard: () => void }) => (
  <Notice tone="warn" icon={History}>
    <span className="cluster cluster--apart">
      Unsaved changes from before
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </span>
  </Notice>
)
