import { Car } from 'lucide-react'
import { useState } from 'react'
import { chooseCarText } from '#web/content/shop.ts'
import { BareButton } from '#web/ui/button.tsx'
import { useOnPages } from '../load-on-pages.ts'

/** The button of the visitor's car, on every page. The chosen car is in the browser alone, so its name comes later. */
export function CarButton() {
  const own = useOnPages()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <BareButton className="own-car" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Car />
        <span>{own ? <own.CarName /> : chooseCarText}</span>
      </BareButton>
      {own && <own.CarDialogs open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
