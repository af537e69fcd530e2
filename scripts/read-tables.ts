import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { TableDeclaration, TableDeclarations } from '#server/platform/db/tables/define-tables.ts'
import type { TableRule } from './check-tables.ts'

const root = join(import.meta.dirname, '..')

/** Reads the tables of all districts, by district. */
export async function readTables(): Promise<Map<string, TableDeclarations>> {
  const files = globSync('server/*/tables.ts', { cwd: root }).toSorted()
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, TableDeclarations]> => {
        const [tables = {}] = Object.values(
          (await import(/* @vite-ignore */ join(root, file))) as Record<string, TableDeclarations>,
        )
        return [file.split('/')[1] ?? '', tables]
      }),
    ),
  )
}

/** Every table and view with its declaration. */
export async function readDeclarations(): Promise<Map<string, TableDeclaration>> {
  return new Map([...(await readTables()).values()].flatMap((tables) => Object.entries(tables)))
}

/** Returns who reads and writes what, by district. */
export function rulesOf(tables: ReadonlyMap<string, TableDeclarations>): Record<string, TableRule> {
  const all = [...tables.values()].flatMap((declared) => Object.entries(declared))
  return Object.fromEntries(
    [...tables].map(([district, declared]) => [
      district,
      {
        owns: Object.keys(declared),
        reads: all.flatMap(([name, { readBy = {} }]) => (district in readBy ? [name] : [])),
        writes: Object.fromEntries(
          all.flatMap(([name, { writtenBy = {} }]) => (writtenBy[district] === undefined ? [] : [[name, writtenBy[district]]])),
        ),
      },
    ]),
  )
}
