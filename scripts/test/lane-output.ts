/** The output of a lane: written at once, or buffered until the parallel lanes have ended. */
export class Output {
  readonly stdio: 'inherit' | 'pipe'
  readonly #isLive: boolean
  #buffered = ''

  constructor(isLive: boolean) {
    this.#isLive = isLive
    this.stdio = isLive ? 'inherit' : 'pipe'
  }

  write(text: string) {
    if (this.#isLive) process.stdout.write(text)
    else this.#buffered += text
  }

  flush() {
    process.stdout.write(this.#buffered)
    this.#buffered = ''
  }
}
