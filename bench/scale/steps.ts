import type { ClientBase } from 'pg'
import { dropIndexes } from '../lib/bulk.ts'
import { figure } from '../lib/markdown.ts'

const say = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

/** Rows to create in pieces; each piece is committed together with its last number. */
interface Filling {
  /** Name under which the progress is recorded. */
  readonly step: string
  /** Number of the first and the last row, counted from 1. */
  readonly from: number
  readonly to: number
  /** Number of rows in a piece. */
  readonly piece: number
  /** Creates the rows from the first to the last number, in a transaction. */
  readonly insert: (from: number, to: number) => Promise<unknown>
}

/** Steps of creating a database. Each is done only once, so that an interrupted creation can continue. */
export class Steps {
  readonly #owner: ClientBase

  /** @param owner a connection of the schema's owner */
  constructor(owner: ClientBase) {
    this.#owner = owner
  }

  /** Creates the tables in which steps are recorded. */
  static async prepare(owner: ClientBase): Promise<void> {
    await owner.query(
      'create table if not exists bench_step (name text primary key, reached bigint not null)',
    )
    await owner.query(
      `create table if not exists bench_index (position integer generated always as identity primary key,
         table_name text not null, name text not null, statement text not null)`,
    )
  }

  /** Returns the progress of a step; undefined if it has not begun. */
  async reached(name: string): Promise<number | undefined> {
    const { rows } = await this.#owner.query<{ reached: string }>(
      'select reached from bench_step where name = $1',
      [name],
    )
    return rows[0] && Number(rows[0].reached)
  }

  async #note(name: string, reached: number): Promise<void> {
    await this.#owner.query(
      `insert into bench_step (name, reached) values ($1, $2)
       on conflict (name) do update set reached = excluded.reached`,
      [name, reached],
    )
  }

  async #inTransaction(work: () => Promise<unknown>): Promise<void> {
    await this.#owner.query('begin')
    try {
      await work()
      await this.#owner.query('commit')
    } catch (error) {
      await this.#owner.query('rollback')
      throw error
    }
  }

  /**
   * Runs a step in one transaction, unless it is done.
   * @param work returns the progress to record
   */
  async once(name: string, work: () => Promise<number | undefined>): Promise<void> {
    if ((await this.reached(name)) !== undefined) return
    await this.#inTransaction(async () => this.#note(name, (await work()) ?? 0))
    say(name)
  }

  /** Runs a step that cannot be in a transaction, such as a vacuum, until it has completed once. */
  async atLeastOnce(name: string, work: () => Promise<unknown>): Promise<void> {
    if ((await this.reached(name)) !== undefined) return
    await work()
    await this.#note(name, 0)
    say(name)
  }

  /** Drops the indexes of a table before it is filled, and records them. */
  async dropIndexes(table: string): Promise<void> {
    await this.once(`${table}: indexes dropped`, async () => {
      for (const { name, statement } of await dropIndexes(this.#owner, table)) {
        const values = [table, name, statement]
        await this.#owner.query(
          'insert into bench_index (table_name, name, statement) values ($1, $2, $3)',
          values,
        )
      }
      return undefined
    })
  }

  /** Creates rows in a table without indexes, in pieces. */
  async fill({ step, from, to, piece, insert }: Filling): Promise<void> {
    const begun = performance.now()
    const before = (await this.reached(step)) ?? from - 1
    for (let done = before; done < to; ) {
      const end = Math.min(to, done + piece)
      await this.#inTransaction(async () => {
        await this.#owner.query('set local session_replication_role = replica')
        await insert(done + 1, end)
        await this.#note(step, end)
      })
      done = end
      const rate = ((done - before) / (performance.now() - begun)) * 1000
      say(`${step}: ${figure(done)} done, ${figure(rate)} per second, ${figure((to - done) / rate)} s left`)
    }
  }

  /**
   * Creates the indexes of a table again. Several connections work in parallel: each takes the next index that no
   * other has begun.
   */
  async makeIndexes(table: string): Promise<void> {
    for (;;) {
      const begun = performance.now()
      let made = ''
      await this.#inTransaction(async () => {
        const { rows } = await this.#owner.query<{ position: number; name: string; statement: string }>(
          `select position, name, statement from bench_index where table_name = $1
           order by position limit 1 for update skip locked`,
          [table],
        )
        const [index] = rows
        if (!index) return
        await this.#owner.query(index.statement)
        await this.#owner.query('delete from bench_index where position = $1', [index.position])
        made = index.name
      })
      if (made === '') return
      say(`${table}: ${made} in ${figure((performance.now() - begun) / 1000, 1)} s`)
    }
  }
}
