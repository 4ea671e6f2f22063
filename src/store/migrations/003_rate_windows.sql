-- When requests of late were let through, by what they count for: an address or a key. Empty after a crash, which does no harm.
create unlogged table rate_windows (
  name text primary key,
  hits float8[] not null -- seconds since 1970, oldest first
) with (fillfactor = 50);

-- Counts a request in all of its windows, or in none of them when one is full: a refused request costs its caller nothing.
-- quotas: the most that each window of `span` seconds lets through. clock: seconds since 1970; the server's own when null.
-- wait: seconds until the oldest request leaves the window, exact because nothing else makes room in a full one.
create function count_request(windows text[], quotas int[], span float8, clock float8)
returns table (admitted boolean, remaining int, wait float8) language plpgsql as $$
declare
  moment float8;
  locked int;
begin
  loop
    insert into rate_windows (name, hits) select w, '{}' from unnest(windows) as w on conflict do nothing;
    -- In the same order for everyone, so that two requests never wait for each other.
    perform 1 from rate_windows r where r.name = any(windows) order by r.name for update;
    get diagnostics locked = row_count;
    exit when locked = cardinality(windows); -- else the sweeper came between
  end loop;
  -- Only now: whoever held the rows before has put an earlier moment into them.
  moment := coalesce(clock, extract(epoch from clock_timestamp()));
  admitted := (select bool_and(cardinality(r.hits) - width_bucket(moment - span, r.hits) < g.quota)
    from unnest(windows, quotas) as g(name, quota) join rate_windows r using (name));
  if admitted then
    update rate_windows r set hits = r.hits[width_bucket(moment - span, r.hits) + 1 :] || moment
      where r.name = any(windows);
  end if;
  return query
    select admitted, greatest(0, g.quota - cardinality(live.hits)), coalesce(live.hits[1] + span - moment, 0)
    from unnest(windows, quotas) with ordinality as g(name, quota, place) join rate_windows r using (name),
      lateral (select r.hits[width_bucket(moment - span, r.hits) + 1 :] as hits) as live
    order by g.place;
end $$;
