import { Monitor, Moon, Sun } from 'lucide-react'
import { themes, useTheme } from '#web/lib/browser/theme.ts'

const looks = {
  system: { text: 'System', icon: Monitor },
  light: { text: 'Light', icon: Sun },
  dark: { text: 'Dark', icon: Moon },
}

export function ThemeChoice() {
  const [chosen, choose] = useTheme()
  return (
    <fieldset className="theme-choice">
      <legend className="visually-hidden">Colours</legend>
      {themes.map((theme) => {
        const { text, icon: Icon } = looks[theme]
        return (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              checked={chosen === theme}
              onChange={() => choose(theme)}
            />
            <Icon />
            {text}
          </label>
        )
      })}
    </fieldset>
  )
}
