import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import { findRoom, rootsOf } from './room.ts'
import type { Room } from './room.ts'

export interface Violation {
  from: string
  to: string
  rule: 'circle' | 'wall' | 'node'
}

/**
 * Imports that a room does not list, and circular imports; imports of types count too.
 * @param folder the repository, or a copy of it: its files are read from there
 */
export async function findViolations(
  rooms: readonly Room[],
  folder: string,
  { circles = true } = {},
): Promise<Violation[]> {
  const { output } = await cruise(
    rootsOf(rooms),
    {
      baseDir: folder,
      parser: 'swc',
      tsPreCompilationDeps: true,
      // The suite of the hosted identity has packages of its own.
      exclude: { path: String.raw`\.test\.tsx?$|\.(css|svg)$|^e2e/.*/node_modules/` },
      doNotFollow: { path: 'node_modules/' },
      validate: circles,
      ruleSet: {
        forbidden: [{ name: 'circle', severity: 'error', from: {}, to: { circular: true } }],
      },
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  )
  const { modules, summary } = output as ICruiseResult
  return [
    ...modules.flatMap((module) => forbiddenImports(module, rooms)),
    ...summary.violations.map(({ from, to }) => ({ from, to, rule: 'circle' as const })),
  ]
}

function forbiddenImports(
  { source, dependencies }: ICruiseResult['modules'][number],
  rooms: readonly Room[],
): Violation[] {
  const room = findRoom(source, rooms)
  if (!room) return []
  return dependencies.flatMap(({ resolved: to, dependencyTypes }): Violation[] => {
    const other = findRoom(to, rooms)
    const isWall = other && other !== room && !room.imports.includes(other.path)
    if (isWall) return [{ from: source, to, rule: 'wall' }]
    const isNode = !room.node && dependencyTypes.includes('core')
    return isNode ? [{ from: source, to, rule: 'node' }] : []
  })
}
