-- Two joins that can be hashed instead of one with "or", which compares every performance with every charge.
create or replace view performance_charge as
  select distinct on (performance_id, kind, channel) performance_id, kind, channel, percent, fixed, tax_rate
    from (
      select charge.performance_id, charge.kind, charge.channel, charge.percent, charge.fixed, tax_class.rate as tax_rate, 1 as turn
        from charge
        join tax_class on tax_class.id = charge.tax_class_id
       where charge.performance_id is not null
       union all
      select performance.id, charge.kind, charge.channel, charge.percent, charge.fixed, tax_class.rate, 2
        from performance
        join charge on charge.show_id = performance.show_id
        join tax_class on tax_class.id = charge.tax_class_id
    ) as applying
   order by performance_id, kind, channel, turn;
