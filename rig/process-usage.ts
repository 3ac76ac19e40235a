import { readdirSync, readFileSync } from 'node:fs'

// Read from /proc: on systems other than Linux the figures are 0 or NaN.

/** CPU time of a process in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (fields ? ticks(fields, 11) + ticks(fields, 12) : 0) * msPerTick
}

/** The process whose command line and environment contain these texts. */
export const findProcess = (command: string, variable: string): number | undefined =>
  processIds().find(
    (pid) =>
      read(`/proc/${pid}/cmdline`).includes(command) &&
      read(`/proc/${pid}/environ`).includes(variable),
  )

/** CPU time of a process and its children, ended ones included, in milliseconds. */
export function cpuMsOfTree(pid: number): number {
  const fields = statOf(pid)
  if (!fields) return 0
  const ended = (ticks(fields, 13) + ticks(fields, 14)) * msPerTick
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), cpuMs(pid) + ended)
}

/** Peak resident memory of a process in megabytes. */
export const peakMegabytes = (pid: number) => megabytes(pid, 'VmHWM')

/** Current resident memory of a process in megabytes, including shared pages. */
export const residentMegabytes = (pid: number) => megabytes(pid, 'VmRSS')

/** Current resident memory of a process and its children in megabytes. */
export const residentMegabytesOfTree = (pid: number) =>
  childrenOf(pid).reduce((sum, child) => sum + residentMegabytes(child), residentMegabytes(pid))

/** Highest resident memory of a process and its children while some work lasts, read four times a second. */
export async function peakMegabytesDuring(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = residentMegabytesOfTree(pid)
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytesOfTree(pid))), 250)
  await work.finally(() => clearInterval(timer))
  return peak
}

function megabytes(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const kilobytes = new RegExp(String.raw`${field}:\s+(\d+)`).exec(read(`/proc/${pid}/status`))?.[1]
  return Math.round(Number(kilobytes ?? Number.NaN) / 1024)
}

const childrenOf = (pid: number) => processIds().filter((id) => statOf(id)?.[1] === String(pid))

const processIds = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0)

const msPerTick = 10

const ticks = (fields: readonly string[], index: number) => Number(fields[index])

/** The fields of `/proc/…/stat` from the state on; undefined if there is no such process. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`)
  return text ? text.split(') ').at(-1)?.split(' ') : undefined
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
