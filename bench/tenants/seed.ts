import type { ClientBase } from 'pg'
import type { GeneratedTenant } from './generate.ts'

const batchSize = 10_000

/**
 * Adds tenants to the database a minute apart, each with an existing category and city.
 * @param owner a connection of the schema's owner
 */
export async function seedTenants(owner: ClientBase, tenants: readonly GeneratedTenant[]): Promise<void> {
  await insertTenants(owner, tenants)
  // Does what autovacuum would do over time: updates statistics, and merges the index's pending entries.
  await owner.query('vacuum analyze')
}

/** Adds tenants without the vacuum that follows in `seedTenants`. */
export async function insertTenants(owner: ClientBase, tenants: readonly GeneratedTenant[]): Promise<void> {
  for (let start = 0; start < tenants.length; start += batchSize) {
    await insertBatch(owner, tenants.slice(start, start + batchSize), start)
  }
}

async function insertBatch(
  owner: ClientBase,
  batch: readonly GeneratedTenant[],
  offset: number,
): Promise<void> {
  await owner.query(
    `with place as (
       select array_agg(city.id order by city.id) as cities, array_agg(province.id order by city.id) as provinces,
              array_agg(province.parent_id order by city.id) as countries
       from area city join area province on province.id = city.parent_id where city.level = 3
     ), category as (
       select array_agg(id order by id) as ids from dictionary where category_id = '1' and tenant_id = '0'
     )
     insert into tenant (id, tenant_name, abbr, tenant_code, contact, category_id, country_id, province_id, city_id, created_at)
     select uuidv7()::text, name, abbr, code, contact, coalesce(ids[1 + n % cardinality(ids)], ''),
            countries[1 + n % cardinality(countries)], provinces[1 + n % cardinality(provinces)],
            cities[1 + n % cardinality(cities)], now() - make_interval(mins => n::int)
     from (select *, ordinality + $5::int as n
           from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as row (name, abbr, code, contact)) as rows,
          place, category`,
    [
      batch.map(({ name }) => name),
      batch.map(({ abbr }) => abbr),
      batch.map(({ code }) => code),
      batch.map(({ contact }) => contact),
      offset,
    ],
  )
}
