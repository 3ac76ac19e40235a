import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { ProductPicture } from '#contract/shared/pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'

const scales = [1, 2, 3] as const

type PictureZoomProps = {
  pictures: readonly ProductPicture[]
  fallback: string | undefined
  title: string
  shown: number
  onShow: (index: number) => void
  open: boolean
  onClose: () => void
}

/** One picture at a time, as large as the window, enlarged by buttons, + and -, or two fingers. */
export function PictureZoom(props: PictureZoomProps) {
  const { title, open, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} lightDismiss className="picture-zoom">
      <Zoomed {...props} />
    </Dialog>
  )
}

function Zoomed({ pictures, fallback, shown, onShow }: PictureZoomProps) {
  const [step, setStep] = useState(0)
  const scale = scales[step] ?? 1
  const picture = pictures[shown]
  const last = pictures.length - 1

  function go(index: number) {
    if (index < 0 || index > last) return
    setStep(0)
    onShow(index)
  }

  const zoom = (by: number) => setStep(Math.max(0, Math.min(scales.length - 1, step + by)))

  function actOnKey(event: KeyboardEvent) {
    if (event.key === '+' || event.key === '=') zoom(1)
    else if (event.key === '-') zoom(-1)
    // The arrow keys scroll an enlarged picture.
    else if (event.key === 'ArrowLeft' && step === 0) go(shown - 1)
    else if (event.key === 'ArrowRight' && step === 0) go(shown + 1)
    else return
    event.preventDefault()
  }

  if (!picture) return null
  return (
    <>
      {/* Focusable, so that the keys scroll and zoom it. */}
      <div
        className="picture-zoom__view"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={`Picture ${shown + 1} of ${pictures.length}`}
        onKeyDown={actOnKey}
      >
        <div style={{ inlineSize: `${100 * scale}%`, blockSize: `${100 * scale}%` }}>
          <Picture key={picture.img} src={picture.img} alt={picture.alt} fallback={fallback} look="zoom" eager />
        </div>
      </div>
      <div className="picture-zoom__tools">
        {last > 0 && (
          <Button icon={ChevronLeft} aria-disabled={shown === 0} onClick={() => go(shown - 1)}>
            Previous
          </Button>
        )}
        <Button icon={ZoomOut} aria-disabled={step === 0} onClick={() => zoom(-1)}>
          Smaller
        </Button>
        <output>
          {last > 0 && `${shown + 1} of ${pictures.length}, `}
          {scale}×
        </output>
        <Button icon={ZoomIn} aria-disabled={step === scales.length - 1} onClick={() => zoom(1)}>
          Larger
        </Button>
        {last > 0 && (
          <Button iconEnd={ChevronRight} aria-disabled={shown === last} onClick={() => go(shown + 1)}>
            Next
          </Button>
        )}
      </div>
    </>
  )
}
