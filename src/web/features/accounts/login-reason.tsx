import { useQuery } from '@tanstack/react-query'
import { dollars } from '#contract/formats/formatting.ts'
import { products } from '#contract/products/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { read } from '#web/lib/api/api.ts'
import { Picture } from '#web/ui/picture.tsx'
import { loginReason, type LoginState, waitingPart } from './login-state.ts'

type LoginReasonProps = Pick<LoginState, 'sessionEnded'> & { from: string }

/** Why the login is needed, unless a session has ended, and the part that waits behind it. */
export function LoginReason({ from, sessionEnded }: LoginReasonProps) {
  const reason = sessionEnded ? undefined : loginReason(from)
  return (
    <>
      {reason && <p className="muted">{reason}</p>}
      <WaitingPart from={from} />
    </>
  )
}

/** The part whose order page waits behind the login, if there is one. */
export function WaitingPart({ from }: { from: string }) {
  const id = waitingPart(from)
  return id && <Part id={id} />
}

function Part({ id }: { id: string }) {
  const { data, error } = useQuery({ ...read(products.one, { params: { id } }), retry: false })
  if (error) return null
  return (
    <div className="waiting-part" aria-busy={!data}>
      <Picture
        src={data?.img}
        alt=""
        fallback={data && partDrawing(data.name)}
        look="thumb-large"
        eager
      />
      <p>
        <b>{data?.name}</b>
        {data && (
          <span className="muted">
            {dollars(data.price)} {specifiedTexts.product.perUnit}
          </span>
        )}
      </p>
    </div>
  )
}
