import { join } from 'node:path'

/**
 * Sets a compile cache that all Node processes of a test run share through their environment. A spawned server then starts in
 * two thirds of the CPU time.
 */
export function cacheCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../..', 'node_modules', '.cache', 'compiled')
}
