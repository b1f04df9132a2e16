-- For how long a counter sells what has begun where its show does not say how long it lasts; the brand's, written by every process that starts.
alter table deployment add column counter_minutes integer not null default 180;
alter table deployment add constraint deployment_counter_minutes_check check (counter_minutes between 0 and 1440) not valid;

-- What each channel may sell now (decision 111): the one answer for claims, payments, pages and lists. The shop sells until the start, a
-- counter until the end. `obstacle` says what keeps the channel from selling more of it; null: nothing. What a purchase holds was sold to it
-- before, and is paid within its own time: only `held_obstacle`, which no start brings about, keeps it from that.
create view sale_now as
  select performance.id as performance_id, channel.name as channel, ends_at, ending,
         state = 'cancelled' or statement_timestamp() >= ends_at as is_over,
         case when state = 'cancelled' then 'cancelled'
              when statement_timestamp() >= ends_at then case when statement_timestamp() >= over_at then 'over' else ending end
              when not listed then 'unlisted'
              when state = 'announced' then 'not_yet'
              when state = 'sold_out' then 'sold_out' end as obstacle,
         case when state = 'cancelled' then 'cancelled'
              when state = 'announced' then 'not_yet'
              when state = 'sold_out' then 'sold_out' end as held_obstacle
    from performance_now as performance
    join show on show.id = performance.show_id
   cross join lateral (
     select performance.starts_at + make_interval(mins => coalesce(duration_minutes, (select counter_minutes from deployment), 180)) as closes_at,
            -- As long as most last: for how long counters sell says nothing of it.
            performance.starts_at + make_interval(mins => coalesce(duration_minutes, 180)) as over_at
   ) as whole
   cross join lateral (
     values ('online', performance.starts_at, 'started'), ('box_office', closes_at, 'over')
   ) as channel (name, ends_at, ending);
