import { CodeSample } from '#web/ui/code-sample.tsx'

export function SettingStateDirectly() {
  return (
    <>
      <p>
        Because React would not know. The array that <code>useState</code> gives you is the state as
        it was for this one render. Assigning a new value to the variable fails when it is a{' '}
        <code>const</code>; even with <code>let</code> it would change a local variable only, and
        the next render would start from the old state again.
      </p>
      <p>
        Changing the array in place is no better, although it is harder to notice. The setter
        compares the old and the new value with <code>Object.is</code>. It is still the same array,
        so React may conclude that nothing happened and skip the render.
      </p>
      <CodeSample>{`// The screen stays as it was.
products.push(added)
setProducts(products)

// A new array: React renders it.
setProducts((old) => [...old, added])`}</CodeSample>
      <p>
        The second form passes a function. React calls it with the latest state, so that two updates
        in the same event both count. Objects are treated alike: copy what stays and replace what
        changes, with <code>{'{ ...product, price: 12 }'}</code>.
      </p>
      <p>
        There is a deeper reason than the comparison. React may prepare a render, set it aside for
        something more urgent and start it again. That is safe only if each state is a snapshot that
        nobody alters afterwards. Memoized components, effects and the React Compiler rely on it as
        well: they tell whether something changed by asking whether it is another object.
      </p>
    </>
  )
}
