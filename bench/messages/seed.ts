import type { ClientBase } from 'pg'
import { withoutIndexes } from '../lib/bulk.ts'

/** Raise this whenever a seed creates other messages or another schema, so that an older database is not measured. */
export const seedVersion = 1

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench messages'

/**
 * Fills a new database, completely or not at all; does nothing if it is already filled. The messages are the same in
 * every run, spread over the last year: six in ten are SMS, three in ten are from a product, one in forty has failed
 * or is pending.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, messages: number): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await owner.query(`set local maintenance_work_mem = '1GB'`)
  await owner.query('update safe_strategy set expired_day = 0')
  await owner.query(`create function pg_temp.share(n int, salt int) returns float8 language sql immutable
    return (hashint8extended(n, salt) & 4294967295) / 4294967296.0`)
  await withoutIndexes(owner, 'message', () => owner.query(insertMessages, [messages]))
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

const insertMessages = `
  insert into message (id, kind, template, software_id, recipient, subject, body_encrypted, language, reference, state,
    send_count, max_send_count, next_try_at, created_at, delivered_at)
  select 'm' || lpad(n::text, 8, '0'), kind, 'bench',
    case when pg_temp.share(n, 2) < 0.3 then (array['020', '030', '040', '070'])[1 + floor(pg_temp.share(n, 3) * 4)::int] end,
    case kind
      when 'sms' then '1' || (3000000000 + floor(pg_temp.share(n, 4) * 6000000000)::bigint)
      else 'user' || floor(pg_temp.share(n, 5) * 400000)::int || '@' || (array['hospital', 'clinic', 'cro', 'sponsor'])[1 + floor(pg_temp.share(n, 6) * 4)::int] || '.example'
    end,
    case kind when 'sms' then ''
      else (array['您的账号已开通', '请验证您的邮箱', '您的登录密码已重置', '软件授权即将到期', 'Your new account', '研究 STUDY-' || n % 5000 || ' 邀请您加入'])[1 + floor(pg_temp.share(n, 7) * 6)::int]
    end,
    case when pg_temp.share(n, 8) < 0.3 then repeat(md5(n::text), 12) end,
    'zh', 'r' || n, state, 1, 24, 'infinity', at, case state when 'delivered' then at end
  from (
    select n, case when pg_temp.share(n, 1) < 0.6 then 'sms' else 'email' end as kind,
      case when pg_temp.share(n, 9) < 0.975 then 'delivered' when pg_temp.share(n, 9) < 0.999 then 'failed' else 'waiting' end as state,
      date_trunc('day', now()) - make_interval(secs => 31536000 * (1 - n / $1::float8)) as at
    from generate_series(1, $1) n
  ) as made`
