/** Loads the parts of pages about the chosen car. */
export const loadCar = () => import('./on-pages.ts')
