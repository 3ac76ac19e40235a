import { readdirSync, readFileSync } from 'node:fs'

/** What a process has used of the processor so far, in milliseconds; its ended children included. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (fields ? ticks(fields, 11) + ticks(fields, 12) : 0) * msPerTick
}

/** The same of a process and everything it has started. */
export function cpuMsOfTree(pid: number): number {
  const fields = statOf(pid)
  if (!fields) return 0
  const ended = (ticks(fields, 13) + ticks(fields, 14)) * msPerTick
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid),
  )
  return children.reduce((sum, child) => sum + cpuMs(Number(child)), cpuMs(pid) + ended)
}

/** The most memory a process ever held, in megabytes. */
export const peakMegabytes = (pid: number) => megabytes(pid, 'VmHWM')

/** The memory a process holds now, in megabytes; what it shares with others is counted too. */
export const residentMegabytes = (pid: number) => megabytes(pid, 'VmRSS')

function megabytes(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(String.raw`${field}:\s+(\d+)`).exec(status)?.[1]
  return Math.round(Number(kilobytes ?? Number.NaN) / 1024)
}

const msPerTick = 10

const ticks = (fields: readonly string[], index: number) => Number(fields[index])

/** The fields of `/proc/…/stat` from the state on; undefined when there is no such process. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}
