import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '../db/index.ts'
import { databaseUrl, generousTimeouts, templateDatabase } from './global-setup.ts'

/** A copy of a template database for one test file: its address, and how it is removed. */
export async function copyDatabase(template = templateDatabase) {
  const serverUrl = inject('postgresUrl')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(serverUrl, { max: 1, timeouts: generousTimeouts })
  await server.pool.query(`create database ${name} template ${template}`)
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      // Not by force, which cannot end an autovacuum worker; without force the worker is cancelled.
      await server.pool.query(`drop database ${name}`)
      await server.close()
    },
  }
}
