import { Button, createTheme, type MantineColorsTuple } from "@mantine/core";
import { translate } from "./i18n";
import { partsMessages } from "./parts/messages";

// one accent, whose shades are dark enough on white (5) and light enough on black (4) to be read
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
      // Mantine decides once for both schemes; the accent of the dark one needs dark words on it
      vars: (_, { variant = "filled", color }) => ({
        root:
          variant === "filled" && !color
            ? { "--button-color": "var(--on-accent)", "--button-hover": "var(--accent-hover)" }
            : {},
      }),
    }),
    // colour alone does not tell a link from the text around it; one that stands by itself says `underline="hover"`
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
      // named when it is shown, in the language of then
      defaultProps: {
        closeButtonProps: {
          get "aria-label"() {
            return translate(partsMessages, "close");
          },
        },
      },
    },
    // a name needs a role to be the name of
    Loader: { defaultProps: { role: "status" } },
    Modal: { defaultProps: { centered: true } },
    // the page has one banner, and it is not the head of a dialog
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
  },
});
