/** The parts about the car that pages load after the first render, in one file. */
export { FitLine } from './fit-line.tsx'
export { CarDialogs, CarName } from './own-car.tsx'
