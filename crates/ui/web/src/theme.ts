import { Button, createTheme, type MantineColorsTuple } from "@mantine/core";
import { translate } from "./i18n";
import { partsMessages } from "./parts/messages";

// sufficient contrast on white (5) and black (4)
const accent: MantineColorsTuple = [
  "#eaf3fc",
  "#d3e5f8",
  "#a6caf0",
  "#79b0ea",
  "#5aa6f2",
  "#0b5cad",
  "#0a549f",
  "#094b8e",
  "#08427d",
  "#06335f",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 5, dark: 4 },
  colors: { accent },
  defaultRadius: "sm",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "18px" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "18px" }, h2: { fontSize: "15px" }, h3: { fontSize: "13px" } },
  },
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: "xs" },
      // Mantine uses one contrast setting; the dark accent needs dark text
      vars: (_, { variant = "filled", color }) => ({
        root:
          variant === "filled" && !color
            ? { "--button-color": "var(--on-accent)", "--button-hover": "var(--accent-hover)" }
            : {},
      }),
    }),
    // colour alone does not identify links; standalone ones use `underline="hover"`
    Anchor: { defaultProps: { underline: "always" } },
    ActionIcon: { defaultProps: { size: "md", variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "xs" } },
    Autocomplete: { defaultProps: { size: "xs" } },
    MultiSelect: { defaultProps: { size: "xs" } },
    DateInput: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Tabs: { defaultProps: { keepMounted: false } },
    Notification: {
      // translate at render time
      defaultProps: {
        closeButtonProps: {
          get "aria-label"() {
            return translate(partsMessages, "close");
          },
        },
      },
    },
    // a label needs a role
    Loader: { defaultProps: { role: "status" } },
    Modal: { defaultProps: { centered: true } },
    // the page has another banner
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
});
