import { CardElement as cardElement, Elements as elements } from '@stripe/react-stripe-js'
import type { ComponentProps, ReactElement } from 'react'

/** The components of the card provider return no bare text, which their types do not say. */
export const Elements = elements as (props: ComponentProps<typeof elements>) => ReactElement
export const CardElement = cardElement as (
  props: ComponentProps<typeof cardElement>,
) => ReactElement
