import { type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'

type WithBreaks = { price: string | number; breaks?: unknown }

/** The ladder of a form as text, the price that it is below, and what sets it. */
export function useBreaks<Values extends WithBreaks, Parsed>({
  control,
  setValue,
  formState: { isSubmitted },
}: UseFormReturn<Values, unknown, Parsed>) {
  const { price = '', breaks } = useWatch({ control })

  function onChange(text: string) {
    // Safe: the ladder of a form is a text.
    const value = text as PathValue<Values, Path<Values>>
    setValue('breaks' as Path<Values>, value, { shouldDirty: true, shouldValidate: isSubmitted })
  }

  return { price, value: typeof breaks === 'string' ? breaks : '', onChange }
}
