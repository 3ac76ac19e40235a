/** Where an outside service reports its failures. */
export interface WarningLog {
  warn(context: object, message: string): void
}
