import type * as z from 'zod/mini'
import type { Rung } from '../../prices/unit-price.ts'

type Entered =
  | {
      stored: 'text'
      entered: z.ZodMiniType<string>
      edited?: z.ZodMiniType<string>
      input?: Input
    }
  | {
      stored: 'integer' | 'cents'
      entered: z.ZodMiniType<number | ''>
      edited?: z.ZodMiniType<number | ''>
      /** The hint of a number names its unit. */
      input: Input & { hint: string }
    }
  | { stored: 'ladder'; entered: z.ZodMiniType<Rung[]>; edited?: undefined; input: Input }

interface Input {
  /** Choices are a list to choose from; all else is one line by default. */
  widget?: 'lines' | 'picture' | 'pictures' | 'rungs'
  /** Defaults to the title. */
  label?: string
  hint?: string
  /** Letters and digits without meaning, such as a part number. */
  isCode?: true
}

/** `entered`: the value that an admin enters. `edited`: where the form begins with the current value, if its rules differ. */
export type FieldSpec = Entered & {
  /** The column of `products`; imports and the audit log use the same name. */
  column: string
  /** The column may be null; the API leaves the field out. An empty input means the same. */
  isOptional?: true
  /** Changes by calls of its own, and is not part of the editable details. */
  isStock?: true
  /** Shown to customers: on the pages of the part, and on its card unless it is a detail. */
  isFact?: true
  /** Answered for one product only: the lists leave it out. */
  isDetail?: true
  /** The heading in files and in the audit log. */
  title: string
  /** The order in files and forms. The order in the API is the order of this table. */
  position: number
  /** Keys and titles of the values to choose from. */
  choices?: Readonly<Record<string, string>>
}
