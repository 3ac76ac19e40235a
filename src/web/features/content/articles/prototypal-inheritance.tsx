import { CodeSample } from '#web/ui/code-sample.tsx'

export function PrototypalInheritance() {
  return (
    <>
      <p>
        In JavaScript objects inherit from other objects. Each object has a hidden link to its
        prototype, which is another object or <code>null</code>. When a property is read and the
        object itself does not have it, the engine looks in the prototype, then in the prototype of
        the prototype, until it finds the property or reaches <code>null</code> and answers{' '}
        <code>undefined</code>.
      </p>
      <CodeSample>{`const part = {
  label() {
    return this.name + ': $' + this.price
  },
}
const rubber = Object.create(part)
rubber.name = 'Door rubber'
rubber.price = 12

rubber.label() // 'Door rubber: $12'
Object.hasOwn(rubber, 'label') // false`}</CodeSample>
      <p>
        The method exists once, however many parts there are, and <code>this</code> is the object it
        was called on. Writing works differently from reading: an assignment usually creates a
        property on the object itself, which from then on hides the inherited one. The exceptions
        are inherited setters, which are called, and inherited read-only properties, which refuse.
      </p>
      <p>
        A <code>class</code> is a clearer way to write the same. Its methods stand on{' '}
        <code>Part.prototype</code>, <code>new Part()</code> links the new object to it, and{' '}
        <code>extends</code> links one prototype to the next. Arrays work this way too: every array
        finds <code>map</code> on <code>Array.prototype</code>.
      </p>
      <p>
        Ask for the link with <code>Object.getPrototypeOf</code>. Changing it later is possible, but
        slow; choose the prototype when you create the object.
      </p>
    </>
  )
}
