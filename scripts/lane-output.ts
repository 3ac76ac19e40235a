/** The output of one lane: shown as it is written, or kept until the lanes beside it have ended. */
export class Output {
  readonly stdio: 'inherit' | 'pipe'
  readonly #isLive: boolean
  #kept = ''

  constructor(isLive: boolean) {
    this.#isLive = isLive
    this.stdio = isLive ? 'inherit' : 'pipe'
  }

  write(text: string) {
    if (this.#isLive) process.stdout.write(text)
    else this.#kept += text
  }

  flush() {
    process.stdout.write(this.#kept)
    this.#kept = ''
  }
}
