import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { toast } from './toaster.tsx'

const confirmedForMs = 3_000

type CopyButtonProps = {
  text: string
  /** Id of the element that describes the text, for screen readers. */
  'aria-describedby': string
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, ...rest }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), confirmedForMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Denied, or served without TLS.
      toast.error('Your browser doesn’t allow copying. Select the text instead.')
    }
  }

  return (
    <>
      <Button {...rest} size="small" icon={isCopied ? Check : Copy} onClick={copy}>
        Copy
      </Button>
      <output className="visually-hidden">{isCopied && 'Copied'}</output>
    </>
  )
}
