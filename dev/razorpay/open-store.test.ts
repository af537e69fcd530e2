import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from './open-store.ts'

test('opens a file of an earlier version with its payments', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const earlier = new DatabaseSync(join(dataDir, 'razorpay-sandbox.sqlite'))
  earlier.exec(`
    create table payments (
      seq integer primary key, id text not null unique, order_id text not null, attempt_id text unique,
      told text not null, created_at integer not null, body text not null);
    insert into payments (id, order_id, attempt_id, told, created_at, body) values ('pay_1', 'order_1', 'a1', 'success', 1, '{}');
  `)
  earlier.close()
  for (const opening of ['first', 'second']) {
    const store = openStore(dataDir)
    expect(store.get('select id, reported from payments'), opening).toEqual({ id: 'pay_1', reported: 'success' })
    expect(store.all(`select name from pragma_table_info('payments') where name = 'told'`), opening).toEqual([])
    store.close()
  }
})
