import type * as z from 'zod/mini'
import type { Rung } from '../prices/unit-price.ts'

type Entered =
  | { stored: 'text'; entered: z.ZodMiniType<string>; edited?: z.ZodMiniType<string> }
  | {
      stored: 'integer' | 'cents'
      entered: z.ZodMiniType<number | ''>
      edited?: z.ZodMiniType<number | ''>
    }
  | { stored: 'ladder'; entered: z.ZodMiniType<Rung[]>; edited?: undefined }

/** `entered`: the value that an admin enters. `edited`: where the form begins with the current value, if its rules differ. */
export type FieldSpec = Entered & {
  /** The column of `products`; imports and the audit log use the same name. */
  column: string
  /** The column may be null; the API leaves the field out. An empty input means the same. */
  isOptional?: true
  /** Changes by calls of its own, and is not part of the editable details. */
  isStock?: true
  /** Shown to customers by `ProductFacts`, on the card and on the page of the product. */
  isFact?: true
  /** Answered for one product only: the lists leave it out. */
  isDetail?: true
  /** The heading in files and in the audit log. */
  title: string
  /** The order in files and forms. The order in the API is the order of this table. */
  position: number
  /** Keys and titles of the values to choose from. */
  choices?: Readonly<Record<string, string>>
  input?: {
    /** Choices are a list to choose from; all else is one line by default. */
    widget?: 'lines' | 'picture' | 'pictures' | 'rungs'
    /** Defaults to the title. */
    label?: string
    hint?: string
    inputMode?: 'decimal' | 'numeric'
    /** Letters and digits without meaning, such as a part number. */
    isCode?: true
  }
}
