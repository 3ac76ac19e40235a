import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { droppedSettings, renamedSettings } from './renamed-settings.ts'
import { makeSettings } from '../testing/settings.ts'

const { production } = await makeSettings()

test.each(Object.entries(renamedSettings))(
  '%s is still read, with a warning',
  async (old, name) => {
    const { warnings, ...config } = await loadConfig({ ...production, [old]: '7' })
    expect(config).toMatchObject({ [name]: 7 })
    expect(warnings).toEqual([`${old} is now ${name}; the next version ignores the old name`])
    const both = await loadConfig({ ...production, [old]: '7', [name]: '8' })
    expect(both).toMatchObject({ [name]: 8 })
  },
)

test.each(Object.entries(droppedSettings))(
  '%s is ignored, with a warning',
  async (old, instead) => {
    const { warnings } = await loadConfig({ ...production, [old]: '7' })
    expect(warnings).toEqual([`${old} has no effect any more: ${instead}`])
  },
)
