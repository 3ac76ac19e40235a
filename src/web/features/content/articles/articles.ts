import { PrototypalInheritance } from './prototypal-inheritance.tsx'
import { ReactPerformance } from './react-performance.tsx'
import { SettingStateDirectly } from './setting-state-directly.tsx'
import { StateManagement } from './state-management.tsx'
import { UnitTests } from './unit-tests.tsx'

export const introduction = {
  title: 'Blogs',
  text: 'Five questions about building web applications, answered from the work on this shop.',
} as const

/** Each id is also the fragment of its article. */
export const articles = [
  {
    id: 'react-performance',
    question: 'How do you improve the performance of a React application?',
    Answer: ReactPerformance,
  },
  {
    id: 'state-management',
    question: 'How do you manage state in a React application?',
    Answer: StateManagement,
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    Answer: PrototypalInheritance,
  },
  {
    id: 'setting-state-directly',
    question: 'Why do you not set the state directly?',
    Answer: SettingStateDirectly,
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should you write them?',
    Answer: UnitTests,
  },
] as const
