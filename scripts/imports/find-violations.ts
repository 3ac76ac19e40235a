import { cruise } from 'dependency-cruiser'
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser'
import { tools } from './rooms.ts'
import type { Room } from './rooms.ts'

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
    ['src', 'sandbox'],
    {
      baseDir: folder,
      parser: 'swc',
      tsPreCompilationDeps: true,
      exclude: { path: String.raw`\.test\.tsx?$|\.(css|svg)$|^src/server/testing/` },
      doNotFollow: { path: `^(node_modules|${tools.join('|')})/` },
      validate: true,
      ruleSet: {
        forbidden: [...(circles ? [circle] : []), ...rooms.flatMap((room) => rulesOf(room, rooms))],
      },
    },
    {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  )
  return (output as ICruiseResult).summary.violations.map(({ from, to, rule }) => ({
    from,
    to,
    rule: rule.name as Violation['rule'],
  }))
}

const circle: IForbiddenRuleType = {
  name: 'circle',
  severity: 'error',
  from: {},
  to: { circular: true },
}

function rulesOf(room: Room, rooms: readonly Room[]): IForbiddenRuleType[] {
  const from = { path: filesOf(room, rooms) }
  const allowed = rooms.filter(({ path }) => path === room.path || room.imports.includes(path))
  const wall: IForbiddenRuleType = {
    name: 'wall',
    severity: 'error',
    from,
    to: {
      path: `^(${['src', 'sandbox', ...tools].join('|')})/`,
      pathNot: allowed.map((other) => filesOf(other, rooms)),
    },
  }
  const node: IForbiddenRuleType = {
    name: 'node',
    severity: 'error',
    from,
    to: { dependencyTypes: ['core'] },
  }
  return room.node ? [wall] : [wall, node]
}

/** A pattern of the files of a room, without those of the rooms inside it. */
function filesOf({ path }: Room, rooms: readonly Room[]) {
  if (/\.tsx?$/.test(path)) return `^${path.replaceAll('.', String.raw`\.`)}$`
  const inside = rooms
    .filter((other) => other.path.startsWith(`${path}/`))
    .map((other) => `${other.path.slice(path.length + 1)}/`)
  return `^${path}/${inside.length > 0 ? `(?!${inside.join('|')})` : ''}`
}
