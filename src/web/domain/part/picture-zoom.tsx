import { ChevronLeft, ChevronRight, type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ProductPicture } from '#contract/shared/pictures.ts'
import { IconButton } from '#web/ui/button.tsx'
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
  const view = useRef<HTMLFieldSetElement>(null)
  const [step, setStep] = useState(0)
  const scale = scales[step] ?? 1
  const picture = pictures[shown]
  const last = pictures.length - 1

  function go(index: number) {
    if (index < 0 || index > last) return
    setStep(0)
    onShow(index)
  }

  function zoom(by: number) {
    flushSync(() => setStep(Math.max(0, Math.min(scales.length - 1, step + by))))
    const { current } = view
    // The middle of the picture stays in the middle.
    current?.scrollTo({
      left: (current.scrollWidth - current.clientWidth) / 2,
      top: (current.scrollHeight - current.clientHeight) / 2,
      behavior: 'instant',
    })
  }

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
      {/* Focusable, so that the arrow keys scroll it. Each key has a button too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        ref={view}
        className="picture-zoom__view"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Picture ${shown + 1} of ${pictures.length}`}
        onKeyDown={actOnKey}
      >
        <div style={{ inlineSize: `${100 * scale}%`, blockSize: `${100 * scale}%` }}>
          <Picture
            key={picture.img}
            src={picture.img}
            alt={picture.alt}
            fallback={fallback}
            look="zoom"
            eager
          />
        </div>
      </fieldset>
      <div className="picture-zoom__tools">
        {last > 0 && (
          <Tool
            label="Previous picture"
            icon={ChevronLeft}
            isInert={shown === 0}
            onPress={() => go(shown - 1)}
          />
        )}
        <Tool label="Smaller" icon={ZoomOut} isInert={step === 0} onPress={() => zoom(-1)} />
        <output>
          {last > 0 && `${shown + 1} of ${pictures.length}, `}
          {scale}×
        </output>
        <Tool
          label="Larger"
          icon={ZoomIn}
          isInert={step === scales.length - 1}
          onPress={() => zoom(1)}
        />
        {last > 0 && (
          <Tool
            label="Next picture"
            icon={ChevronRight}
            isInert={shown === last}
            onPress={() => go(shown + 1)}
          />
        )}
      </div>
    </>
  )
}

type ToolProps = { label: string; icon: LucideIcon; isInert: boolean; onPress: () => void }

/** Keeps the focus when it has no effect. */
const Tool = ({ isInert, onPress, ...look }: ToolProps) => (
  <IconButton {...look} aria-disabled={isInert || undefined} onClick={onPress} />
)
