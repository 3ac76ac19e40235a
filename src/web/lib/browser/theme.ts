import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** Fallback for browsers that block storage: lasts as long as the page. */
let chosen: Theme | undefined

function currentTheme(): Theme {
  chosen ??= themes.find((theme) => theme === readStorage()) ?? 'system'
  return chosen
}

function readStorage() {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Applies the stored theme; without one the style sheet follows the system. */
export function applyStoredTheme() {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function chooseTheme(theme: Theme) {
  chosen = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  applyStoredTheme()
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'system' as const)
  return [theme, chooseTheme] as const
}
