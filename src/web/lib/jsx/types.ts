import type { Component, ExoticComponent, ReactElement, JSX as React } from 'react'

/** What a component may return: no bare text, whose node React would hold (`held-text.ts`). */
type Rendered = ReactElement | readonly Rendered[] | boolean | '' | null | undefined

// oxlint-disable-next-line typescript/no-namespace -- the compiler looks for the types of JSX by this name
export namespace JSX {
  export type ElementType =
    | keyof IntrinsicElements
    // Any properties, as in React's own type.
    // oxlint-disable-next-line typescript/no-explicit-any
    | ((props: any) => Rendered)
    // oxlint-disable-next-line typescript/no-explicit-any
    | ExoticComponent<any>
    // oxlint-disable-next-line typescript/no-explicit-any
    | (new (props: any) => Component<any, any>)
  export type Element = React.Element
  export type ElementClass = React.ElementClass
  export type ElementAttributesProperty = React.ElementAttributesProperty
  export type ElementChildrenAttribute = React.ElementChildrenAttribute
  export type LibraryManagedAttributes<C, P> = React.LibraryManagedAttributes<C, P>
  export type IntrinsicAttributes = React.IntrinsicAttributes
  export type IntrinsicClassAttributes<T> = React.IntrinsicClassAttributes<T>
  export type IntrinsicElements = React.IntrinsicElements
}
