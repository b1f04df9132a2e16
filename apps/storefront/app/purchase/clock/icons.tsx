const drawn = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const TicketIcon = () => (
  <svg {...drawn} data-icon="ticket" aria-hidden="true">
    <path d="M3 9.5V6.5h18v3a2.5 2.5 0 0 0 0 5v3H3v-3a2.5 2.5 0 0 0 0-5Z" />
    <path d="M14 7v1.5m0 2.75v1.5M14 15.5V17" />
  </svg>
);

export const GiftIcon = () => (
  <svg {...drawn} data-icon="gift" aria-hidden="true">
    <path d="M3.5 8h17v4h-17zM5 12v8.5h14V12M12 8v12.5" />
    <path d="M12 8C10 8 7 7.5 7 5.5S10.5 3 12 8Zm0 0c2 0 5-.5 5-2.5S13.5 3 12 8Z" />
  </svg>
);

export const UnitsIcon = () => (
  <svg {...drawn} width="18" height="18" data-icon="units" aria-hidden="true">
    <path d="m4 7.5 8-4.25 8 4.25v9l-8 4.25-8-4.25Z" />
    <path d="m4 7.5 8 4.25 8-4.25M12 11.75v9" />
  </svg>
);

export const AlertIcon = () => (
  <svg {...drawn} width="18" height="18" data-icon="alert" aria-hidden="true">
    <path d="M12 4 2.75 20h18.5Z" />
    <path d="M12 10.5v4.25m0 2.5v.1" />
  </svg>
);
